/** Where the picture of a project stands on its site. */
export function logoPath(file: string): `/${string}` {
  return /\.png$/i.test(file) ? '/logo.png' : '/logo.svg';
}
