/** Fetches a file with the session's token and saves it through the browser. */
import { useApp } from './appContext';

const REFUSED_MESSAGE = 'refused';

export function useDownload(): (path: string, name: string) => void {
  const { transport, toasts, requestMessages } = useApp();
  const download = async (path: string, name: string) => {
    const response = await transport.fetch(`${transport.origin}${path}`, { headers: transport.headers() });
    if (!response.ok || response.headers.get('content-type')?.includes('json') === true)
      throw new Error(REFUSED_MESSAGE);
    const objectUrl = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = objectUrl;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(objectUrl), 1_000);
  };
  return (path, name) => {
    download(path, name).catch(() => toasts.show('error', requestMessages.failure('network')));
  };
}
