/** Chooses the upload strategy of a file. */
import { sendToObjectStore } from './sendToObjectStore';
import type { UploadStrategy } from './uploadStrategy';
import { serverStrategyFor } from './serverStrategy';
import type { UploadRules } from './uploadRules';

export const chooseUploadStrategy = (file: Pick<File, 'size'>, { mode }: Pick<UploadRules, 'mode'>): UploadStrategy =>
  mode === 'local' ? serverStrategyFor(file) : sendToObjectStore;
