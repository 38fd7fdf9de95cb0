/** A package of pages that others wrote, at one version. */
export type PagePackage = {
  /** As in `needs` of a suite. */
  name: string;
  title: string;
  /** The Python package that has the pages. */
  python: { name: string; version: string };
  /** The digest of its wheel. */
  sha256: string;
  /** The folder of the pages in the wheel. */
  folder: string;
  licence: string;
  /** The file of the licence in the wheel. */
  licenceFile: string;
  origin: string;
};
