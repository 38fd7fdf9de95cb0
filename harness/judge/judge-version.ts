/**
 * Raised by hand when the same facts can get another verdict, or when a look can see other facts: runs of two
 * versions are never ranked together.
 */
export const judgeVersion = 2;
