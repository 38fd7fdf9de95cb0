/** A difference is called one where chance alone would make it, or a greater one, less often than this. */
export const significant = 0.05;
