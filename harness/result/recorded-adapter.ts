/** The id by which an adapter goes now, of the id in a record: earlier records call the replay `mock`. */
export function recordedAdapter(id: string): string {
  return id === 'mock' ? 'replay' : id;
}
