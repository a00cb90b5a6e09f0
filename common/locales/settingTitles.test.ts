import { describe, expect, it } from '@jest/globals';
import { groupTitle, quickEntryLabel, settingOption, settingTip, settingTitle } from './settingTitles';

describe('settingTitles', () => {
  it('translates a stored built-in text', () => {
    expect(settingTitle('zh-cn', 'upload_quota', 'Storage per user')).toBe('每人空间');
    expect(settingTip('zh-cn', 'upload_quota', 'In MB')).toBe('单位 MB');
    expect(settingOption('zh-cn', 'adaptive', 'After failed attempts')).toBe('失败后');
    expect(quickEntryLabel('zh-cn', 'Admin log')).toBe('管理员日志');
  });

  it('shows the present text for the text of an earlier version', () => {
    expect(settingTitle('en', 'upload_quota', 'Space of one person')).toBe('Storage per user');
    expect(settingTitle('zh-cn', 'password_min_admin', 'Shortest admin password')).toBe('管理员密码最短长度');
    expect(groupTitle('en', 'member', 'Member center')).toBe('Member center');
    expect(settingTip('en', 'upload_quota', 'In megabytes')).toBe('In MB');
  });

  it('shows a text of staff unchanged, also one that another setting had', () => {
    expect(settingTitle('zh-cn', 'upload_quota', 'My title')).toBe('My title');
    expect(settingTitle('zh-cn', 'upload_quota', 'Largest file')).toBe('Largest file');
    expect(settingTitle('zh-cn', 'toString', 'Text')).toBe('Text');
    expect(groupTitle('zh-cn', 'own', 'Own group')).toBe('Own group');
  });
});
