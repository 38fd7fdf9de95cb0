/** What `DEBUG=contract-bench:*` tells of an episode that calls this tool for a page of this host. */
export function toldByDebug({ tool, host }: { tool: string; host: string }): RegExp[] {
  const address = `https:\\/\\/${host.replaceAll('.', '\\.')}\\/`;
  return [
    /^contract-bench:server \[">",\{"method":"initialize"/m,
    /^contract-bench:server \["<",\{("jsonrpc":"2\.0","id":\d+,)?"result":.*"serverInfo"/m,
    /^contract-bench:browser \[">",\{"id":\d+,"method":"Target\./m,
    new RegExp(`^contract-bench:web GET ${address}.* -> 200$`, 'm'),
    new RegExp(`^contract-bench:agent \\["decides",\\{"kind":"call","tool":"${tool}"`, 'm'),
    /\[redacted:key\]/,
  ];
}
