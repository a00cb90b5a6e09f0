/** The icon of each color scheme. */
import Contrast from '@mui/icons-material/BrightnessAutoOutlined';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';

export const SCHEME_ICONS = { light: LightMode, dark: DarkMode, system: Contrast } as const;
