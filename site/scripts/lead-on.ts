/** From an address that a page had to the one it has, with what follows `?` and `#`. */
const link = document.querySelector<HTMLAnchorElement>('#moved');
if (link) {
  const { search, hash } = location;
  location.replace(link.href.includes('#') ? link.href : `${link.href}${search}${hash}`);
}
