/** The upload queue of one control, created and closed with it, with the current rules and messages. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/appContext';
import { useLazyTranslations } from '../i18n/useLazyTranslations';
import type { UploadedFile } from './uploadStrategy';
import { chooseUploadStrategy } from './chooseStrategy';
import { createUploadQueue, type UploadItem, type UploadQueue } from './uploadQueue';
import { findRejectionReason, useUploadRules, type UploadRules } from './uploadRules';

interface UploadsOptions {
  readonly onStored: (file: UploadedFile) => void;
  /** Accepts only images. */
  readonly isImageOnly?: boolean;
  /** Number of files that are still accepted. */
  readonly maxFiles?: number;
}
export interface Uploads {
  readonly rules: UploadRules;
  readonly items: readonly UploadItem[];
  readonly add: (files: readonly File[]) => void;
  readonly remove: UploadQueue['remove'];
  readonly retry: UploadQueue['retry'];
}

/** Whether any file is waiting or being sent; failed ones do not count. */
export const hasActiveUpload = ({ items }: Uploads): boolean => items.some(({ state }) => state !== 'failed');

export function useUploads(options: UploadsOptions): Uploads {
  useLazyTranslations();
  const app = useApp();
  const { t } = useTranslation();
  const rules = useUploadRules();
  const [queue] = useState(createUploadQueue);
  useEffect(() => {
    queue.configure({
      app,
      strategyFor: (file) => chooseUploadStrategy(file, rules),
      rejectReason: (file) => {
        const rejection = findRejectionReason(file, rules, options.isImageOnly);
        return rejection ? t(rejection.key, { ...rejection }) : '';
      },
      connectionError: (name, at) => t(at === 'store' ? 'upload.store_broken' : 'upload.broken', { name }),
      onStored: options.onStored,
    });
  });
  useEffect(() => () => queue.close(), [queue]);
  const items = useSyncExternalStore(queue.subscribe, queue.list);
  const add = (files: readonly File[]) => {
    const maxFiles = options.maxFiles ?? Number.POSITIVE_INFINITY;
    const accepted = files.slice(0, maxFiles);
    if (accepted.length < files.length) app.toasts.show('error', t('upload.too_many', { max: maxFiles }));
    if (accepted.length > 0) queue.add(accepted);
  };
  return { rules, items, add, remove: queue.remove, retry: queue.retry };
}
