/** A page of others in a frame of ours: sandboxed, without a referrer. */
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { sandboxOf } from './embedPolicy';

/** A page that was loaded anew this short ago has the policy of just now: doing it again would change nothing. */
const FRESH_LOAD_MS = 5_000;
const isFreshReload = () =>
  performance.now() < FRESH_LOAD_MS &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** The page's policy names what the rules held when it was loaded; a rule made since needs a new one. */
function useReloadOnBlockedFrame(): void {
  useEffect(() => {
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && !isFreshReload()) window.location.reload();
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, []);
}

interface EmbeddedPageProps {
  readonly url: string;
  readonly title: string;
  /** The room it takes. */
  readonly frameSize: Readonly<Record<string, string | number>>;
}
export function EmbeddedPage({ url, title, frameSize }: EmbeddedPageProps) {
  useReloadOnBlockedFrame();
  return (
    <Box
      component="iframe"
      key={url}
      src={url}
      title={title}
      sandbox={sandboxOf(url, window.location.origin)}
      referrerPolicy="no-referrer"
      sx={{ width: '100%', border: 0, bgcolor: 'background.paper', ...frameSize }}
    />
  );
}
