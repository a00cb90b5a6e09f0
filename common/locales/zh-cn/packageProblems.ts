/** 文件不能作为模块包的原因，是句子的一部分。 */
import type { packageProblems as english } from '../en/packageProblems';
import type { Translated } from '../translated';

export const packageProblems: Translated<typeof english> = {
  too_large: '文件过大',
  too_short: '文件过短',
  no_directory: '末尾没有目录',
  directory_damaged: '目录已损坏',
  file_count: '没有文件或文件过多',
  directory_place: '目录位置不正确',
  entry_extra: '目录项含有多余内容',
  path: '“{{path}}”不是模块包允许的路径',
  encrypted: '{{path}} 已加密或采用流式写入',
  not_regular: '{{path}} 不是普通文件',
  compression: '{{path}} 的压缩方式不受支持',
  two_sizes: '{{path}} 的大小前后不一致',
  file_too_large: '{{path}} 过大',
  ratio: '{{path}} 超出压缩比限制',
  twice: '{{path}} 重复出现',
  file_and_folder: '{{path}} 既是文件又是文件夹',
  files_too_large: '文件总大小超出限制',
  file_damaged: '{{path}} 已损坏',
  contradiction: '{{path}} 与目录不一致',
  hidden_data: '{{path}} 含有隐藏数据',
  overlap: '文件相互重叠，或文件之间有多余数据',
  data_before_directory: '文件与目录之间有多余数据',
  missing: '缺少 {{path}}',
  not_json: '{{path}} 不是有效的 JSON',
  changed: '{{path}} 已被改动',
  not_in_manifest: '{{path}} 不在清单中',
};
