/**
 * A usage error: a bad file, an unknown flag or id, something this machine lacks. The message names the found and the
 * allowed values. Nothing was spent; the command line prints it and exits with 2.
 */
export class UserError extends Error {
  override name = 'UserError';
}
