/** Texts of issues that only the server finds; they are not in the client bundle. */
import type { ServerIssueCode } from '../../entity/issue';

export const serverIssues = {
  css: 'Use only rules for this block that load nothing, such as: p { color: #336699; }',
  css_length:
    'A length is too large. Use at most 2,000 px, and at most 500 px for text sizes, letter spacing, borders and shadows',
} as const satisfies Readonly<Record<ServerIssueCode, string>>;
