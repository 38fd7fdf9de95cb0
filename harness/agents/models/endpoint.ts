import { UserError } from '../../platform/errors/user-error.ts';

export type Endpoint = {
  /** Without user and password, which would come back in messages. */
  baseUrl: string;
  /** The host that answers in place of the vendor's own; null where the vendor's does. */
  host: string | null;
};

/** Where an API is: the vendor's own address, or another one that a variable names. Throws `UserError`. */
export function endpointOf(variable: string, given: string, own: string): Endpoint {
  if (given === '') return { baseUrl: own, host: null };
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError(`${variable}: found "${given}"; allowed is an http(s) URL`);
  url.username = '';
  url.password = '';
  const baseUrl = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  return { baseUrl, host: url.host === new URL(own).host ? null : url.host };
}
