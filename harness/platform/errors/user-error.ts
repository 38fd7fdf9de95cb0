/**
 * The user erred: a bad file, an unknown flag or id, something this machine lacks. The message names what was
 * found and what is allowed. Nothing was spent; the command line prints it and exits with 2.
 */
export class UserError extends Error {
  override name = 'UserError';
}
