/** Uploads to the server: small files in one request, large ones in chunks. */
import { sendWholeFile, type UploadStrategy } from './uploadStrategy';
import { sendInChunks } from './sendInChunks';

/** From this size a broken upload costs more than the additional requests of chunks. */
const CHUNKED_FROM_BYTES = 4 * 1024 * 1024;

export const serverStrategyFor = ({ size }: Pick<File, 'size'>): UploadStrategy =>
  size >= CHUNKED_FROM_BYTES ? sendInChunks : sendWholeFile;
