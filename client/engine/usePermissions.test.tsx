/** Permissions of a user on an entity, from the bootstrap. */
import { expect, it } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { entities } from '../../common/entities/index';
import { BootstrapContext, parseBootstrap } from '../shared/api/bootstrap';
import { usePermissions } from './usePermissions';

const { lead } = entities;
const mayCreate = (writable: readonly string[]): boolean => {
  const given = {
    permissions: { lead: ['/admin/lead/index', '/admin/lead/add'] },
    entities: { lead: { readable: ['id', 'name'], writable } },
  };
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <BootstrapContext value={parseBootstrap(given)}>{children}</BootstrapContext>
  );
  return renderHook(() => usePermissions(lead), { wrapper }).result.current.can('create');
};

it('usePermissions: create needs all required columns to be writable', () => {
  expect(mayCreate(['name', 'content'])).toBe(false);
  expect(mayCreate(['name', 'mobile', 'content'])).toBe(true);
});

it('usePermissions: entities of the super admins need no permission key and are closed to all others', () => {
  const canUpdate = (isSuper: boolean): boolean => {
    const given = { adminInfo: { super: isSuper }, permissions: { crud_design: ['/admin/crud_design/edit'] } };
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <BootstrapContext value={parseBootstrap(given)}>{children}</BootstrapContext>
    );
    return renderHook(() => usePermissions(entities.crudDesign), { wrapper }).result.current.can('update');
  };
  expect([canUpdate(true), canUpdate(false)]).toEqual([true, false]);
});
