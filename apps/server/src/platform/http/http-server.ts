import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeUnavailable } from '@cashbox/postgres/database'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import helmet from 'helmet'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../log/metrics.ts'
import type { Tracer } from '../log/tracing.ts'
import { Refusal, refusal } from '../refusal.ts'
import { UnknownKeyError } from '../secrets/keyring.ts'
import { asRefusal, renderRefusal } from './answer.ts'
import { isDraining, markDraining } from './drain.ts'
import { addressOfCaller, factsOf, languageOfRequest, noteRefusal, tidyForwarded } from './read-headers.ts'

interface HttpOptions {
  readonly log: Log
  readonly metrics: Metrics
  /** Only where traces are wanted. */
  readonly tracer?: Tracer | undefined
  readonly trustProxy: string | false
  /** Whether browsers may use TLS only for every host below ours too. */
  readonly isTlsForSubdomains: boolean
  /** Hosts beyond our own that the pages may talk to. */
  readonly csp: {
    readonly connect: readonly string[]
    readonly images: readonly string[]
    readonly formAction: readonly string[]
    readonly recaptcha: boolean
  }
}

const BODY_LIMIT_BYTES = 64 * 1024
const START_TIMEOUT_MS = 120_000
const REQUEST_TIMEOUT_MS = 30_000

const PERMISSIONS =
  'geolocation=(self), camera=(self), microphone=(), payment=(), usb=(), serial=(), bluetooth=(), display-capture=()'

const OF_MONITORING = new Set(['/healthz', '/readyz', '/metrics'])

/** A path that no route and no app has. */
const NO_PATH = '/api/malformed'

/** Fastify with request ids, security headers, and one shape for every failure. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { log, metrics, trustProxy } = options
  const app = fastify({
    loggerInstance: log.child({}, { serializers: { req: describeRequest } }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxy === false ? false : trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A start on a busy machine is slow, not broken: by default it would be given up after ten seconds.
    pluginTimeout: START_TIMEOUT_MS,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A URL that can't be decoded would skip every hook, and with them our headers and the log line.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : NO_PATH),
    frameworkErrors: (_error, request, reply) => {
      void reply.header('x-request-id', request.id)
      refuse(refusal('malformed_request'), request, reply)
    },
  }) as unknown as FastifyInstance
  const headers = { ...headersOf(options), 'permissions-policy': PERMISSIONS }
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = (['GET', 'POST'] as const).filter(
      (method) => method !== request.method && isBound(app.findRoute({ method, url: pathOf(request) })),
    )
    if (allowed.length > 0) void reply.header('allow', allowed.join(', '))
    return refuse(refusal(allowed.length > 0 ? 'method_not_allowed' : 'not_found'), request, reply)
  }
  if (options.tracer) traceRequests(app, options.tracer)
  app.addHook('onRequest', (request, reply, done) => {
    tidyForwarded(request)
    void reply.headers(headers).header('x-request-id', request.id)
    // Before the body is read: that there is nothing here is the first thing that is wrong.
    return request.is404 ? refuseUnknown(request, reply) : done()
  })
  closeConnectionsOnStop(app)
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? 'unknown'
    const seconds = reply.elapsedTime / 1000
    metrics.requests.observe({ method: request.method, path, status: reply.statusCode }, seconds)
    // Monitoring asks every second: only what it does not like is worth a line.
    const level = OF_MONITORING.has(path) && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: addressOfCaller(request),
        ...factsOf(request),
      },
      'answered',
    )
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    // The caller hung up within the body: its error looks like that of a lost database connection.
    if (request.raw.destroyed && !request.raw.complete) return refuse(refusal('malformed_request'), request, reply)
    const why = asRefusal(error as Parameters<typeof asRefusal>[0], request.routeOptions.bodyLimit)
    if (error instanceof Refusal) return refuse(why, request, reply)
    if (why.reason.code === 'internal') request.log.error({ err: error }, 'unhandled error')
    else if (error instanceof UnknownKeyError) {
      request.log.error({ err: error, binding: error.binding }, 'a sealed value does not open')
    } else if (why.reason.code === 'unavailable') request.log.error({ err: error }, describeUnavailable(error))
    return refuse(why, request, reply)
  })
  app.setNotFoundHandler(refuseUnknown)
  return app
}

const CLOSE_EVERY_MS = 100

/** A connection kept alive after its last answer would delay the stop. So would one that has sent nothing: to Node it is busy. */
function closeConnectionsOnStop(app: FastifyInstance) {
  let underWay = 0
  app.server.on('request', (_request, response: ServerResponse) => {
    underWay += 1
    response.once('close', () => void (underWay -= 1))
  })
  app.addHook('preClose', async () => {
    markDraining(app.server)
    const timer = setInterval(() => {
      if (underWay === 0) app.server.closeAllConnections()
    }, CLOSE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
    timer.unref()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining(app.server)) void reply.header('connection', 'close')
    done(null, payload)
  })
}

function refuse(why: Refusal, request: FastifyRequest, reply: FastifyReply) {
  noteRefusal(request, why.reason.code)
  const { status, headers, body } = renderRefusal(why, languageOfRequest(request), request.id)
  return reply.code(status).headers(headers).header('cache-control', 'no-store').send(body)
}

// A catch-all matches every path, so it doesn't count.
const isBound = (route: ReturnType<FastifyInstance['findRoute']> | null) => route !== null && !('*' in route.params)

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/'

// Queries carry single-use secrets, so only the path is logged.
const describeRequest = (request: FastifyRequest) => ({ method: request.method, path: pathOf(request) })

/** Computed once, because they are the same for every answer. */
function headersOf(options: HttpOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const recorder = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  helmet(helmetOptions(options))({} as IncomingMessage, recorder as unknown as ServerResponse, () => {})
  return headers
}

function helmetOptions({ csp, isTlsForSubdomains }: HttpOptions) {
  const { connect, images, formAction, recaptcha } = csp
  const google = recaptcha ? ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'] : []
  const frames = recaptcha ? ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'] : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...google],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...images],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        connectSrc: ["'self'", ...connect, ...google],
        frameSrc: ["'self'", ...frames],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...formAction],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: 365 * 24 * 60 * 60, includeSubDomains: isTlsForSubdomains },
    xFrameOptions: { action: 'deny' as const },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' as const },
  }
}

/** A span for each request: its method, the pattern of its path and its status. Nothing of what it carries. */
function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const open = new WeakMap<FastifyRequest, ReturnType<Tracer['begin']>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    open.set(request, tracer.begin(request.method, 'server', typeof traceparent === 'string' ? traceparent : undefined))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    open.get(request)?.({
      name: `${request.method} ${route}`,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'cashbox.request_id': request.id,
      },
      isError: reply.statusCode >= 500,
    })
    done()
  })
}
