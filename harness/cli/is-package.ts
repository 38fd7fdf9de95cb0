/** What is published is JavaScript; the repository runs its sources. */
export const isPackage = import.meta.filename.endsWith('.js');
