/** Keeps the page of a preview equal to the values of the form: one request at a time, and the latest values win. */
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PreviewResponse, PreviewRequest } from '../../../common/site/preview';
import type { SiteLang } from '../../../common/site/sitePaths';
import { useDebouncedValue } from '../../shared/app/useDebouncedValue';
import { api } from '../../shared/api/api';
import { isCallFault } from '../../shared/api/faults';
import { OnlineContext } from '../../ui/lazyWithRetry';

const DEBOUNCE_MS = 250;

const previewApi = api.injectEndpoints({
  endpoints: (build) => ({
    preview: build.mutation<PreviewResponse, PreviewRequest>({
      query: (body) => ({ url: '/admin/site/preview', method: 'POST', body, isSilent: true, allowsParallel: true }),
    }),
  }),
});

interface PreviewPage {
  readonly page: PreviewResponse['page'];
  readonly lang: SiteLang;
}
interface PreviewOutcome {
  /** The last request that got a response; empty when the next one must be sent in any case. */
  readonly key: string;
  /** The newest page. It stays while a request fails. */
  readonly shown?: PreviewPage | undefined;
  readonly invalid: readonly string[];
  /** Message of the last failure. */
  readonly error?: string | undefined;
}
export interface PreviewState extends Pick<PreviewOutcome, 'shown' | 'invalid' | 'error'> {
  readonly isOnline: boolean;
  readonly retry: () => void;
}

/** `revision`: a new one requests the page again, because the stored values changed. */
export function usePreviewPage(request: PreviewRequest, revision: number): PreviewState {
  const [requestPreview] = previewApi.usePreviewMutation();
  const isOnline = useContext(OnlineContext);
  const key = useDebouncedValue(JSON.stringify([request, revision]), DEBOUNCE_MS);
  const [outcome, setOutcome] = useState<PreviewOutcome>({ key: '', invalid: [] });
  const isSending = useRef(false);
  const retry = () => setOutcome((last) => ({ ...last, key: '', error: undefined }));
  // A failure without a connection is not shown: the request is sent again once there is one.
  if (!isOnline && outcome.error !== undefined) retry();
  const send = useEffectEvent(async () => {
    isSending.current = true;
    const [body] = JSON.parse(key) as [PreviewRequest]; // serialized above
    const { data, error } = await requestPreview(body);
    isSending.current = false;
    setOutcome((last) =>
      data === undefined
        ? { ...last, key, error: isCallFault(error) ? error.msg : '' }
        : { key, shown: { page: data.page, lang: body.lang }, invalid: data.invalid },
    );
  });
  useEffect(() => {
    if (isOnline && !isSending.current && outcome.key !== key) void send();
  }, [isOnline, key, outcome.key]);
  return { shown: outcome.shown, invalid: outcome.invalid, error: outcome.error, isOnline, retry };
}
