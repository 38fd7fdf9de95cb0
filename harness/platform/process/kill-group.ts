/** Kills a process group; a group that is gone already is no error. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: nothing left of it.
  }
}
