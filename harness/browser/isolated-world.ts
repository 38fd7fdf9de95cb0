/** The isolated world of the judge: what pages and agents patch is not seen in it, nor it by them. */
export const worldName = 'contract-bench';
