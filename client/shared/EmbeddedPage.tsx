/** A page of others in a frame of ours: sandboxed, without a referrer. */
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { sandboxOf } from './embedded';

/** A page that was loaded anew this short ago has the policy of just now: doing it again would change nothing. */
const YOUNG_MS = 5_000;
const isFresh = () =>
  performance.now() < YOUNG_MS &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** The page's policy names what the rules held when it was loaded; a rule made since needs a new one. */
function useFreshPolicy(): void {
  useEffect(() => {
    const onRefused = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && !isFresh()) window.location.reload();
    };
    document.addEventListener('securitypolicyviolation', onRefused);
    return () => document.removeEventListener('securitypolicyviolation', onRefused);
  }, []);
}

interface EmbeddedPageProps {
  readonly url: string;
  readonly title: string;
  /** The room it takes. */
  readonly room: Readonly<Record<string, string | number>>;
}
export function EmbeddedPage({ url, title, room }: EmbeddedPageProps) {
  useFreshPolicy();
  return (
    <Box
      component="iframe"
      key={url}
      src={url}
      title={title}
      sandbox={sandboxOf(url, window.location.origin)}
      referrerPolicy="no-referrer"
      sx={{ width: '100%', border: 0, bgcolor: 'background.paper', ...room }}
    />
  );
}
