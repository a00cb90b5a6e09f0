/** Running uploads of a form: it saves only after they are complete. */
import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** Registers an upload; returns the function that ends it. */
type StartUpload = () => () => void;
const PendingUploadsContext = createContext<StartUpload>(() => () => undefined);
export const PendingUploadsProvider = PendingUploadsContext.Provider;

/** For the form: whether uploads are running. */
export function usePendingUploads(): { readonly isRunning: boolean; readonly begin: StartUpload } {
  const [count, setCount] = useState(0);
  const begin = useCallback(() => {
    setCount((running) => running + 1);
    return () => setCount((running) => running - 1);
  }, []);
  return { isRunning: count > 0, begin };
}

/** For the field: reports a running upload. */
export function useReportUpload(isRunning: boolean): void {
  const begin = useContext(PendingUploadsContext);
  useEffect(() => (isRunning ? begin() : undefined), [begin, isRunning]);
}
