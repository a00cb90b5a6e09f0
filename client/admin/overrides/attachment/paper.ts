/** Reads PDFs in a worker of their own, which ends with the preview; nothing in them runs, and nothing is fetched for them. */
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { createBuildWorker } from '../../../shared/startup/trustedTypes';

/** The whole file is read; what is bigger is opened by itself. */
export const PAPER_MOST = 20 * 1024 * 1024;
const IMAGE_PIXELS = 32 * 1024 * 1024;

export type Paper = PDFDocumentProxy;
interface Opening {
  readonly paper: Promise<Paper>;
  readonly close: () => void;
}
export function openPaper(url: string): Opening {
  const stopper = new AbortController();
  const port = createBuildWorker(workerUrl);
  const read = async () => {
    const answer = await fetch(url, { signal: stopper.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const data = new Uint8Array(await answer.arrayBuffer());
    const worker = PDFWorker.create({ port });
    const harmless = { isEvalSupported: false, enableXfa: false, useWasm: false, useWorkerFetch: false } as const;
    return getDocument({ data, worker, ...harmless, maxImageSize: IMAGE_PIXELS, useSystemFonts: true, verbosity: 0 })
      .promise;
  };
  return {
    paper: read(),
    close: () => {
      stopper.abort();
      port.terminate();
    },
  };
}

interface Drawing {
  /** What the page says, for those who do not see it. */
  readonly text: Promise<string>;
  readonly stop: () => void;
}
/** Draws one page as wide as the canvas stands. */
export function drawPage(paper: Paper, number: number, canvas: HTMLCanvasElement): Drawing {
  let isOver = false;
  let stop: () => void = () => undefined;
  const draw = async () => {
    const page = await paper.getPage(number);
    if (isOver) return '';
    const { width } = page.getViewport({ scale: 1 });
    const scale = (Math.max(200, canvas.clientWidth) * Math.min(2, window.devicePixelRatio)) / width;
    const viewport = page.getViewport({ scale });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const task = page.render({ canvas, viewport });
    stop = () => task.cancel();
    await task.promise;
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  };
  return {
    text: draw(),
    stop: () => {
      isOver = true;
      stop();
    },
  };
}
