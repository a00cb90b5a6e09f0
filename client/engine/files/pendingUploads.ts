/** Files on their way to the server: a form saves once they have arrived, or it would save without them. */
import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** Notes one that began; answers what ends it. */
type StartUpload = () => () => void;
const PendingUploadsContext = createContext<StartUpload>(() => () => undefined);
export const PendingUploadsProvider = PendingUploadsContext.Provider;

/** For the form: whether any is on its way. */
export function usePendingUploads(): { readonly isRunning: boolean; readonly begin: StartUpload } {
  const [count, setCount] = useState(0);
  const begin = useCallback(() => {
    setCount((running) => running + 1);
    return () => setCount((running) => running - 1);
  }, []);
  return { isRunning: count > 0, begin };
}

/** For the field. */
export function useReportUpload(isRunning: boolean): void {
  const begin = useContext(PendingUploadsContext);
  useEffect(() => (isRunning ? begin() : undefined), [begin, isRunning]);
}
