/** What a guest does to a page. */
export type Action = {
  tool: string;
  args: Record<string, unknown>;
  /** Whether one that follows on its like is the same action: keys of one word, scripts of one look. */
  runsOn: boolean;
};

type Params = Record<string, unknown>;

const longestCode = 2000;
const edits =
  /^(DOM\.(setAttribute\w+|setNodeValue|setNodeName|setOuterHTML|removeNode|removeAttribute|moveTo|copyTo|undo|redo)|Page\.setDocumentContent)$/;

/** What a command does; null for one that looks, or that prepares what another one does. */
export function actionOf(method: string, params: Params, isInOwnWorld: boolean): Action | null {
  if (method.startsWith('Input.')) return inputOf(method, params);
  switch (method) {
    case 'Page.navigate':
      return single('navigate', { url: params.url });
    case 'Target.createTarget':
      return params.url === 'about:blank' || params.url === ''
        ? null
        : single('navigate', { url: params.url, tab: 'new' });
    case 'Page.reload':
      return single('reload', {});
    case 'Page.navigateToHistoryEntry':
      return single('history', { entry: params.entryId });
    case 'Page.handleJavaScriptDialog':
      return single('dialog', {
        accept: params.accept,
        ...(params.promptText ? { text: params.promptText } : {}),
      });
    case 'Page.captureScreenshot':
    case 'Page.printToPDF':
      return single('screenshot', {});
    case 'DOM.setFileInputFiles':
      return single('upload', { files: Array.isArray(params.files) ? params.files.length : 0 });
    case 'Runtime.evaluate':
    case 'Runtime.callFunctionOn':
      return isInOwnWorld ? running('evaluate', { code: codeOf(params) }) : null;
    default:
      return edits.test(method) ? running('edit', { command: method }) : null;
  }
}

function inputOf(method: string, { type, x, y, button, text, key }: Params): Action | null {
  switch (method) {
    case 'Input.dispatchMouseEvent':
      if (type === 'mouseWheel') return running('scroll', { x, y });
      return type === 'mouseReleased'
        ? single('click', { x, y, ...(button === 'left' ? {} : { button }) })
        : null;
    case 'Input.emulateTouchFromMouseEvent':
      return type === 'mouseReleased' ? single('tap', { x, y }) : null;
    case 'Input.dispatchTouchEvent':
      return type === 'touchEnd' ? single('tap', {}) : null;
    case 'Input.synthesizeTapGesture':
      return single('tap', { x, y });
    case 'Input.synthesizeScrollGesture':
    case 'Input.synthesizePinchGesture':
      return running('scroll', { x, y });
    case 'Input.dispatchDragEvent':
      return type === 'drop' ? single('drop', { x, y }) : null;
    case 'Input.insertText':
    case 'Input.imeSetComposition':
      return running('type', { text });
    case 'Input.dispatchKeyEvent':
      if (type === 'keyUp') return null;
      // Of a word that is typed the first letter stands for all.
      return typeof text === 'string' && text >= ' ' ? running('type', { text }) : single('press', { key });
    default:
      return null;
  }
}

const single = (tool: string, args: Params): Action => ({ tool, args, runsOn: false });
const running = (tool: string, args: Params): Action => ({ tool, args, runsOn: true });

function codeOf({ expression, functionDeclaration }: Params): string {
  const code = String(expression ?? functionDeclaration ?? '');
  return code.length > longestCode ? `${code.slice(0, longestCode)}…` : code;
}
