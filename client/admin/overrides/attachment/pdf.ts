/** Reads PDFs in their own worker. Scripts in the file do not run, and the worker loads nothing else. */
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { createBuildWorker } from '../../../shared/startup/trustedTypes';

/** The whole file is loaded; larger files are only offered for opening. */
export const MAX_PDF_BYTES = 20 * 1024 * 1024;
const MAX_IMAGE_PIXELS = 32 * 1024 * 1024;

export type Pdf = PDFDocumentProxy;
interface PdfHandle {
  readonly pdf: Promise<Pdf>;
  readonly close: () => void;
}
export function openPdf(url: string): PdfHandle {
  const abortController = new AbortController();
  const port = createBuildWorker(workerUrl);
  const read = async () => {
    const response = await fetch(url, { signal: abortController.signal });
    if (!response.ok) throw new Error(String(response.status));
    const data = new Uint8Array(await response.arrayBuffer());
    const worker = PDFWorker.create({ port });
    const safeOptions = { isEvalSupported: false, enableXfa: false, useWasm: false, useWorkerFetch: false } as const;
    return getDocument({
      data,
      worker,
      ...safeOptions,
      maxImageSize: MAX_IMAGE_PIXELS,
      useSystemFonts: true,
      verbosity: 0,
    }).promise;
  };
  return {
    pdf: read(),
    close: () => {
      abortController.abort();
      port.terminate();
    },
  };
}

interface PageDrawing {
  /** Text of the page for screen readers. */
  readonly text: Promise<string>;
  readonly stop: () => void;
}
/** Draws one page in the width of the canvas element. */
export function drawPage(pdf: Pdf, pageNumber: number, canvas: HTMLCanvasElement): PageDrawing {
  let isStopped = false;
  let stop: () => void = () => undefined;
  const draw = async () => {
    const page = await pdf.getPage(pageNumber);
    if (isStopped) return '';
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
      isStopped = true;
      stop();
    },
  };
}
