/** Fetches a file with one's own rights and hands it to the browser to keep. */
import { useApp } from '../../shared/app';

const REFUSED = 'refused';

export function useDownload(): (path: string, name: string) => void {
  const { transport, toasts, words } = useApp();
  const load = async (path: string, name: string) => {
    const answer = await transport.fetch(`${transport.origin}${path}`, { headers: transport.headers() });
    if (!answer.ok || answer.headers.get('content-type')?.includes('json') === true) throw new Error(REFUSED);
    const address = URL.createObjectURL(await answer.blob());
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1_000);
  };
  return (path, name) => {
    load(path, name).catch(() => toasts.show('error', words.failure('network')));
  };
}
