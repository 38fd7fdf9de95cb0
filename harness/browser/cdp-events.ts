/** What the browser's protocol says of the events that the judge follows, as far as it is read. */
export type FrameNavigated = {
  id: string;
  parentId?: string;
  loaderId: string;
  url: string;
  urlFragment?: string;
  unreachableUrl?: string;
};

export type RequestWillBeSent = {
  requestId: string;
  loaderId: string;
  request: { url: string };
  wallTime: number;
  type?: string;
  redirectResponse?: { status: number };
};

export type ResponseReceived = {
  requestId: string;
  loaderId: string;
  type: string;
  frameId?: string;
  response: { status: number; mimeType: string };
};
