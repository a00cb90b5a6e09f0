/** Permissions and screens that a manifest can name, and nothing that only looks like one. */
import { describe, expect, it } from '@jest/globals';
import { parsePermission } from './modulePermissions';
import { parseScreenComponent, screenComponent, screenUrl } from './moduleScreens';

describe('permissions of modules', () => {
  it.each([
    ['hooks', { kind: 'hooks', subject: '' }],
    ['before:news', { kind: 'before', subject: 'news' }],
    ['http:api.example.org', { kind: 'http', subject: 'api.example.org' }],
  ])('reads “%s”', (text, expected) => {
    expect(parsePermission(text)).toEqual(expected);
  });

  it.each([
    ...['', ':', 'all', 'hooks:news', 'before', 'before:', 'before:News', 'before:a b', 'read:news;drop', 'eval:news'],
    ...['http:', 'http:localhost', 'http:*.example.org', 'http:example.org:8080', 'http:user@example.org', 'http:a..b'],
  ])('knows no permission “%s”', (text) => {
    expect(parsePermission(text)).toBeUndefined();
  });
});

describe('screens of modules', () => {
  it('a component names the program of one version', () => {
    const screen = { uid: 'front-desk', version: '1.0.0-beta.1', name: 'board' };
    expect(parseScreenComponent(screenComponent(screen))).toEqual(screen);
    expect(screenUrl(screen)).toBe('/storage/modules/front-desk/1.0.0-beta.1/board.mjs');
  });

  it.each([
    ...['news', 'module/a/1.0.0/board', 'module/front/../board', 'module/front/.1/board', 'module/front/1.0.0/new'],
    ...['module/front/1.0.0/a/b', 'module/front/1.0.0/a.js', 'module//1.0.0/board', 'module/front//board'],
  ])('“%s” is none', (component) => {
    expect(parseScreenComponent(component)).toBeUndefined();
  });
});
