/** Parallel episodes. On two cores, twelve tasks of the town take 46, 24, 16 and 18 s with 1, 2, 4 and 6 workers. */
export const defaultWorkers = 4;

/**
 * Parallel episodes of an audit. For a forged page the second observation waits 5 s in vain, and the processor is free
 * for other episodes meanwhile.
 */
export const auditWorkers = 2 * defaultWorkers;
