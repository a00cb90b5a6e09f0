/** Icons of file suffixes as SVG, built from a validated suffix and color only. */
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { setFilePolicy } from '../../platform/http/securityHeaders';

const SUFFIX = /^[A-Za-z0-9]{1,4}$/;
const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const RGB = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i;

/** Colors of common suffixes; the others derive from the letters. */
const COLORS: Readonly<Record<string, string>> = {
  pdf: '#c0392b',
  doc: '#2b579a',
  docx: '#2b579a',
  xls: '#1e7145',
  xlsx: '#1e7145',
  csv: '#1e7145',
  ppt: '#b7472a',
  pptx: '#b7472a',
  zip: '#8a6d1d',
  rar: '#8a6d1d',
  '7z': '#8a6d1d',
  mp3: '#6b3fa0',
  wav: '#6b3fa0',
  ogg: '#6b3fa0',
  mp4: '#0f6d8c',
  webm: '#0f6d8c',
  mov: '#0f6d8c',
};
const colorFromSuffix = (suffix: string): string => {
  const sum = [...suffix].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7) % 360;
  return `hsl(${sum}, 45%, 38%)`;
};

/** The requested color; undefined when it is invalid. */
function parseColor(requested: unknown): string | undefined {
  if (typeof requested !== 'string') return undefined;
  if (HEX.test(requested)) return requested.startsWith('#') ? requested : `#${requested}`;
  const parts = RGB.exec(requested)?.slice(1).map(Number);
  return parts?.every((part) => part <= 255) ? `rgb(${parts.join(',')})` : undefined;
}

export function renderFileIcon(requested: unknown, background: unknown): string {
  const suffix = typeof requested === 'string' && SUFFIX.test(requested) ? requested.toLowerCase() : '';
  const color = parseColor(background) ?? COLORS[suffix] ?? colorFromSuffix(suffix);
  const size = suffix.length > 3 ? 88 : 104;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">',
    `<path d="M96 32h224l112 112v304a32 32 0 0 1-32 32H96a32 32 0 0 1-32-32V64a32 32 0 0 1 32-32z" fill="${color}"/>`,
    '<path d="M320 32l112 112H352a32 32 0 0 1-32-32z" fill="#ffffff" fill-opacity="0.35"/>',
    `<text x="248" y="372" font-family="Arial, sans-serif" font-size="${size}" font-weight="700" fill="#ffffff" text-anchor="middle">${suffix.toUpperCase()}</text>`,
    '</svg>',
  ].join('');
}

const handleFileIcon = ({ ctx, query, response }: RouteCall): Promise<HandlerResult> => {
  setFilePolicy(response, ctx.services.settings);
  response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  response.setHeader('Cache-Control', 'public, max-age=86400');
  response.end(renderFileIcon(query['suffix'], query['background']));
  return Promise.resolve({ sent: true });
};

export function registerFileIconRoutes({ routes: { add: route } }: ModuleServices): void {
  const common = {
    method: 'GET',
    access: 'guest',
    query: ['suffix', 'background'],
    body: 'none',
    ignoresToken: true,
    summary: 'Icon of a file extension',
    handler: handleFileIcon,
  } as const;
  route({ ...common, path: '/admin/ajax/buildSuffixSvg', realm: 'admin' });
  route({ ...common, path: '/api/ajax/buildSuffixSvg', realm: 'member' });
}
