/**
 * A package of pages by others that the hosts of a suite serve, pinned by its bytes. A suite names it in `needs`. The
 * repository does not contain its pages.
 */
export type PagePackage = {
  /** The name in `needs` and on the command line. */
  id: string;
  title: string;
  /** As its notice names them. */
  authors: string;
  /** The package on PyPI, whose wheel has the pages. None of its code runs. */
  python: { name: string; version: string };
  /** SHA-256 of the wheel. */
  sha256: string;
  /** Digest of the names and bytes of all files of the wheel, as `digestOfFiles` computes it. */
  filesSha256: string;
  /** The folder of the pages in the wheel. */
  pages: string;
  /** The SPDX name of the licence, and the file in the wheel with its text and its notice. */
  licence: { name: string; notice: string };
  /** The address of its source. */
  origin: string;
};
