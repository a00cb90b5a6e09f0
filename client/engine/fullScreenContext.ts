/** Whether a record covers the whole screen, and with it the header that says how the connection stands. */
import { createContext, useContext } from 'react';

export const FullScreenContext = createContext(false);
export const useIsFullScreen = (): boolean => useContext(FullScreenContext);
