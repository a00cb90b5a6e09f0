/** The palettes of the demo images: relatives of the indigo of the site, from night to a tint near white. */
import type { Palette } from './canvas';

const PALETTES: readonly Palette[] = [
  // indigo
  {
    night: '#12123a',
    deep: '#2e2a8c',
    main: '#5b50e6',
    soft: '#b9bdfa',
    pale: '#eef0ff',
    accent: '#2dd4d9',
    warm: '#ffb86b',
  },
  // ocean
  {
    night: '#06253d',
    deep: '#0b4f77',
    main: '#1685c4',
    soft: '#a5dcf3',
    pale: '#e8f6fd',
    accent: '#3ddbb0',
    warm: '#ffc978',
  },
  // violet
  {
    night: '#231042',
    deep: '#5a2391',
    main: '#9353e0',
    soft: '#dcc3f8',
    pale: '#f6efff',
    accent: '#ff7fb0',
    warm: '#ffb27d',
  },
  // emerald
  {
    night: '#04302d',
    deep: '#0a655a',
    main: '#17a387',
    soft: '#a8e7d4',
    pale: '#e8f9f3',
    accent: '#5ac8fa',
    warm: '#ffd479',
  },
  // slate
  {
    night: '#141b2d',
    deep: '#33415f',
    main: '#5f77a8',
    soft: '#c3cee3',
    pale: '#eff3f9',
    accent: '#7c83ff',
    warm: '#ff9f7c',
  },
  // dusk
  {
    night: '#2b0f33',
    deep: '#7a2459',
    main: '#d4527f',
    soft: '#f8c4d4',
    pale: '#fff0f3',
    accent: '#7f8cff',
    warm: '#ffc37a',
  },
];
/** Another palette for neighboring numbers. */
export const paletteAt = (index: number): Palette => PALETTES[index % PALETTES.length] ?? emptyPalette;
const grey = '#888888';
const emptyPalette: Palette = { night: grey, deep: grey, main: grey, soft: grey, pale: grey, accent: grey, warm: grey };
