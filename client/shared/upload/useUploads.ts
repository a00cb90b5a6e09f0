/** The upload desk of one control: made with it, closed with it, always by the newest rules and words. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app';
import { useLaterWords } from '../useLaterWords';
import type { Uploaded } from './sender';
import { senderFor } from './senderFor';
import { createUploadDesk, type Item, type UploadDesk } from './uploadDesk';
import { refusalOf, useUploadRules, type UploadRules } from './uploadRules';

interface Wishes {
  readonly onStored: (file: Uploaded) => void;
  /** Only pictures fit. */
  readonly picture?: boolean;
  /** How many more files fit; more than that are refused. */
  readonly room?: number;
}
export interface Uploads {
  readonly rules: UploadRules;
  readonly items: readonly Item[];
  readonly add: (files: readonly File[]) => void;
  readonly drop: UploadDesk['drop'];
  readonly retry: UploadDesk['retry'];
}

/** Whether any file is still on its way; one that failed is not. */
export const isSending = ({ items }: Uploads): boolean => items.some(({ state }) => state !== 'failed');

export function useUploads(wishes: Wishes): Uploads {
  useLaterWords();
  const app = useApp();
  const { t } = useTranslation();
  const rules = useUploadRules();
  const [desk] = useState(createUploadDesk);
  useEffect(() => {
    desk.follow({
      app,
      senderFor: (file) => senderFor(file, rules),
      refuse: (file) => {
        const refusal = refusalOf(file, rules, wishes.picture);
        return refusal ? t(refusal.key, { ...refusal }) : '';
      },
      broken: (name, at) => t(at === 'store' ? 'uploading.store_broken' : 'uploading.broken', { name }),
      onStored: wishes.onStored,
    });
  });
  useEffect(() => () => desk.close(), [desk]);
  const items = useSyncExternalStore(desk.subscribe, desk.list);
  const add = (files: readonly File[]) => {
    const room = wishes.room ?? Number.POSITIVE_INFINITY;
    const fitting = files.slice(0, room);
    if (fitting.length < files.length) app.toasts.show('error', t('uploading.too_many', { max: room }));
    if (fitting.length > 0) desk.add(fitting);
  };
  return { rules, items, add, drop: desk.drop, retry: desk.retry };
}
