/** HTML of Google Docs and Word keeps its bold, italic, underlined and struck text. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { htmlToDocument, pasteHtml } from './editorContent';
import { viewExtensions } from './extensions';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});
function paste(html: string): string {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: viewExtensions((path) => path),
    content: htmlToDocument(''),
    injectCSS: false,
  });
  editors.push(editor);
  pasteHtml(editor.view, html);
  return editor.getHTML();
}
const span = (style: string, text: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;${style}vertical-align:baseline;white-space:pre-wrap;">${text}</span>`;
const PLAIN = 'font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;';
const google = (html: string) =>
  `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-4c9f"><p dir="ltr" style="line-height:1.38;margin-top:0pt;">${html}</p></b><br class="Apple-interchange-newline">`;

describe('Google Docs', () => {
  it.each([
    ['plain', PLAIN, 'x'],
    ['bold', 'font-weight:700;font-style:normal;text-decoration:none;', '<strong>x</strong>'],
    ['italic', 'font-weight:400;font-style:italic;text-decoration:none;', '<em>x</em>'],
    ['underlined', 'font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;', '<u>x</u>'],
    ['struck', 'font-weight:400;text-decoration:line-through;', '<s>x</s>'],
    ['bold and italic', 'font-weight:700;font-style:italic;text-decoration:none;', '<strong><em>x</em></strong>'],
  ])('%s text', (_name, style, expected) => {
    expect(paste(google(span(PLAIN, 'a ') + span(style, 'x') + span(PLAIN, ' b')))).toBe(`<p>a ${expected} b</p>`);
  });
  it('a link is not underlined', () => {
    const link = `<a href="https://example.com/" style="text-decoration:none;">${span('text-decoration:underline;', 'x')}</a>`;
    expect(paste(google(link))).not.toContain('<u>');
  });
  it('superscript and subscript', () => {
    const raised = (place: string) => `<span style="font-weight:400;vertical-align:${place};">x</span>`;
    expect(paste(google(`a${raised('super')}b${raised('sub')}`))).toBe('<p>a<sup>x</sup>b<sub>x</sub></p>');
  });
});

describe('Word', () => {
  const word = (html: string) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment--><p class=MsoNormal>${html}<o:p></o:p></p><!--EndFragment--></body></html>`;
  it.each([
    ['bold, whose style is of another script', "<b style='mso-bidi-font-weight:normal'>x</b>", '<strong>x</strong>'],
    [
      'italic',
      "<i style='mso-bidi-font-style:normal'><span lang=EN-GB style='mso-ansi-language:EN-GB'>x</span></i>",
      '<em>x</em>',
    ],
    ['a bold span', "<span style='font-weight:bold;mso-bidi-font-weight:normal'>x</span>", '<strong>x</strong>'],
    ['an underlined span', "<span style='text-decoration:underline;mso-fareast-language:ZH-CN'>x</span>", '<u>x</u>'],
    ['a plain span', "<span style='mso-spacerun:yes;mso-bidi-font-weight:bold'>x</span>", 'x'],
  ])('%s', (_name, html, expected) => {
    expect(paste(word(`a ${html} b`))).toBe(`<p>a ${expected} b</p>`);
  });
});
