/** Sends one file to the server and tells how far it is. `fetch` cannot report upload progress, so this is the one XHR of the house. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { App } from '../shared/app';
import { useApp } from '../shared/app';
import { asRecord, asText, asWhole } from '../shared/persist';

export interface Uploaded {
  readonly id: number;
  readonly url: string;
  readonly name: string;
}

const readAnswer = (text: string): { readonly file: Uploaded | undefined; readonly msg: string } => {
  try {
    const envelope = asRecord(JSON.parse(text));
    const file = asRecord(asRecord(envelope?.['data'])?.['file']);
    const good = envelope?.['code'] === 1 && file !== undefined;
    return {
      file: good
        ? { id: asWhole(file['id']), url: asText(file['url'], 1000), name: asText(file['name'], 255) }
        : undefined,
      msg: asText(envelope?.['msg'], 500),
    };
  } catch {
    return { file: undefined, msg: '' };
  }
};

/** Settles with the stored file, or with the server's words why not. */
export function sendFile(
  { transport }: App,
  file: File,
  onProgress: (percent: number) => void,
): Promise<Uploaded | string> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${transport.origin}/admin/ajax/upload`);
    for (const [name, value] of Object.entries(transport.headers())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0);
    request.onload = () => {
      const { file: stored, msg } = readAnswer(request.responseText);
      done(stored ?? msg);
    };
    request.onerror = () => done('');
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

export interface Sending {
  readonly name: string;
  readonly percent: number;
}
/** Sends files one after another; hands over each as it is stored. */
export function useUpload(onStored: (file: Uploaded) => void) {
  const app = useApp();
  const { t } = useTranslation();
  const [sending, setSending] = useState<Sending | null>(null);
  const send = async (files: readonly File[]) => {
    for (const file of files) {
      setSending({ name: file.name, percent: 0 });
      const stored = await sendFile(app, file, (percent) => setSending({ name: file.name, percent }));
      if (typeof stored === 'string')
        app.toasts.show('error', stored || t('engine.field.upload_failed', { name: file.name }));
      else onStored(stored);
    }
    setSending(null);
  };
  return { sending, send };
}
