/** Episodes side by side. On two cores twelve tasks of the town take 46, 24, 16 and 18 s with 1, 2, 4 and 6 workers. */
export const defaultWorkers = 4;
