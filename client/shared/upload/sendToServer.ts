/** A file sent to the house itself: small ones at once, big ones in parts. */
import { sendWholeFile, type UploadStrategy } from './strategy';
import { sendInChunks } from './sendInChunks';

/** From here on a break would cost more than the few more exchanges that parts need. */
const CHUNKED_FROM_BYTES = 4 * 1024 * 1024;

export const serverStrategyFor = ({ size }: Pick<File, 'size'>): UploadStrategy =>
  size >= CHUNKED_FROM_BYTES ? sendInChunks : sendWholeFile;
