/** Adds rows that the public site shows. */
import { expect } from '@jest/globals';
import type { Body, Caller } from '../callers';

/** Adds an enabled row through the route of the console; returns its id. */
export async function addPublishedRow(admin: Caller, entity: string, row: Body): Promise<number> {
  const response = await admin.post(`/admin/${entity}/add`, { status: 1, ...row });
  expect([entity, response.code, response.msg]).toEqual([entity, 1, expect.any(String)]);
  return Number(response.data.row.id);
}
