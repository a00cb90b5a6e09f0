/** Chooses how a file travels. */
import { sendDirect } from './sendDirect';
import type { Sender } from './sender';
import { hereFor } from './sendHere';
import type { UploadRules } from './uploadRules';

export const senderFor = (file: Pick<File, 'size'>, { mode }: Pick<UploadRules, 'mode'>): Sender =>
  mode === 'local' ? hereFor(file) : sendDirect;
