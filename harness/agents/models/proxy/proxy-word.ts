/** The kind of an unsuccessful answer of the proxy, in its header `x-contract-bench`. */
export type ProxyWord =
  | 'budget'
  | 'server_tool'
  | 'gave_up'
  | 'ends_run'
  | 'moderated'
  | 'context'
  | 'ended'
  | 'refused';

export const proxyHeader = 'x-contract-bench';
