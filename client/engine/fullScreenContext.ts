/** Whether a record covers the whole screen, including the header with the connection state. */
import { createContext, useContext } from 'react';

export const FullScreenContext = createContext(false);
export const useIsFullScreen = (): boolean => useContext(FullScreenContext);
