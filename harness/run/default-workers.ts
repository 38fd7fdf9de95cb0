/** Episodes side by side. On two cores twelve tasks of the town take 46, 24, 16 and 18 s with 1, 2, 4 and 6 workers. */
export const defaultWorkers = 4;

/**
 * Episodes of an audit side by side. Of a forged page the second observation waits 5 s for what it will never show:
 * meanwhile the processor is free for others.
 */
export const auditWorkers = 2 * defaultWorkers;
