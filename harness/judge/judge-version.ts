/**
 * Raised by hand if the same facts can get another verdict, or if an observation can see other facts. Runs of two
 * versions are never ranked together.
 */
export const judgeVersion = 2;
