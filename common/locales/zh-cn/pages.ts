/** 服务器自行输出的少数页面所用的文字。 */
import type { pages as english } from '../en/pages';
import type { Translated } from '../translated';

export const pages: Translated<typeof english> = {
  tagline: '实时协作的后台：一人修改，人人即见。',
  missing: '页面不存在',
  missing_hint: '该地址没有内容，可能已移动，或从未存在。',
  refused: '无访问权限',
  refused_hint: '没有权限或文件无效。',
  home: '返回首页',
  unbuilt: '此部分尚未构建，请使用 “npm start” 启动 Atrium。',
  setup: '首位管理员',
  setup_hint: '目前还没有人能登录。本页仅在启动后一小时内有效，且只能使用一次。',
  setup_username: '用户名',
  setup_password: '密码',
  setup_repeat_password: '再次输入密码',
  setup_send: '创建并前往登录',
  api: '接口文档',
  api_find: '查找路径',
  api_hint: '请先在此浏览器中登录管理后台，然后刷新本页。',
  app_stopped: '该应用未在运行',
  app_stopped_hint: '应用尚未打包，或已停止。',
  packed: {
    call: '调用',
    answer: '返回',
    failed: '没有收到响应，请检查网络后重试。',
    nothing: '该应用没有浏览器可以调用的接口。',
    required: '必填',
    interfaces: '接口',
  },
  webhooks: {
    title: '接收事件',
    about:
      '记录被创建、修改、删除或恢复时，事件推送（Webhook）会把事件发送到您的地址。在后台添加事件推送，密钥只显示一次。',
    arrives: '事件是一个带 JSON 请求体的 POST 请求，请求头有 {{id}}、{{event}}、{{time}} 和 {{signature}}。',
    signature:
      '签名是用密钥对“时间、点号、请求体”计算的 HMAC-SHA-256，用小写十六进制表示。轮换密钥后的一天内有两个签名，以空格分隔：新密钥一个，旧密钥一个；任一匹配即可接受。',
    verify: '对收到的原始字节计算签名，用固定时间比较，并拒绝相差超过五分钟的时间。',
    answer: '请在十秒内返回 200 到 299 的状态码。不跟随重定向。其他响应会导致事件再次发送，两天内最多七次。',
    repeat: '事件可能重复到达，也可能乱序：请比较 {{id}} 和 revision。',
    visibility: '记录只包含该推送所属管理员可见的内容，不含长文本；看不到的记录不会发送事件。',
    example: '请求体示例',
    receiver: 'Node 接收程序',
  },
  open: {
    title: '调用应用接口',
    about:
      '外部程序在 /open/<app> 下调用应用的在线接口，<app> 是应用的编号。应用标识和密钥在后台的应用中，密钥只显示一次，没有记下时可在那里重置。',
    address: '地址是 /open/<app> 加接口路径，或斜杠加接口标识，与发送时完全一致，不含百分号编码。',
    query:
      '把查询参数的名称和值解码，再按 UTF-8 百分号编码（字母、数字和 - . _ ~ 除外），写成 name=value，按字节排序后用 & 连接。没有查询参数时该行为空。只有以 [] 结尾的名称可以出现多次。',
    digest: '计算请求体的 SHA-256，用小写十六进制表示；没有请求体时为空字节的摘要。',
    moment:
      '取 Unix 秒数，与服务器相差不超过 {{seconds}} 秒；再取一个只用一次的随机数，由 8 到 64 个字母、数字、- 或 _ 组成。',
    text: '用换行符连接八行：ATRIUM-HMAC-SHA256、大写的请求方式、地址、查询参数、摘要、时间、随机数，以及单词 production。',
    sign: '签名是用密钥对该文本计算的 HMAC-SHA-256，用小写十六进制表示。',
    headers: '发送 {{key}}（应用标识）、{{time}}、{{nonce}} 和 {{signature}}。JSON 请求体的类型是 application/json。',
    test: '测试接口只响应带有 {{test}}: 1 的调用，此时文本最后一行是 test。',
    simple: '简易认证的接口只需要 {{key}}。管理员和会员的接口还需要本人的令牌 batoken 或 ba-user-token。',
    answer:
      '响应来自接口背后的服务。被拒绝的调用返回 400 及以上的状态码和 JSON 信封 { code, msg, data, time }，data.fields 指出错误的参数。',
    example: '示例',
    given: '调用',
    secret: '密钥',
    signature: '以上八行的签名是',
    program: 'Node 程序',
    interfaces: '在线接口',
  },
};
