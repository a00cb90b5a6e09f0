/** An external page in a sandboxed iframe, without a referrer. */
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { getSandbox } from './embedPolicy';

/** A page that was reloaded this short ago already has the current CSP; another reload would change nothing. */
const FRESH_LOAD_MS = 5_000;
const isFreshReload = () =>
  performance.now() < FRESH_LOAD_MS &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** The CSP of this page lists the rules at its load, so a newer rule needs a reload. */
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
  /** The CSS size of the frame. */
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
      sandbox={getSandbox(url, window.location.origin)}
      referrerPolicy="no-referrer"
      sx={{ width: '100%', border: 0, bgcolor: 'background.paper', ...frameSize }}
    />
  );
}
