/** Redirects from a former address of a page to its new one, with the part after `?` and `#`. */
const link = document.querySelector<HTMLAnchorElement>('#moved');
if (link) {
  const { search, hash } = location;
  location.replace(link.href.includes('#') ? link.href : `${link.href}${search}${hash}`);
}
