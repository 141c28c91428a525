import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Recorder, TraceSettings } from './shared/tracing'

const SERVER_ERROR = 500

function fail(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
}

/**
 * Sends traces to `to` by OTLP over HTTP. Loaded only if that is set. A caller that traces decides for its request;
 * of others one in `oneIn` is traced. OpenTelemetry reads its name and headers from the environment itself
 * (`OTEL_SERVICE_NAME`, `OTEL_EXPORTER_OTLP_HEADERS`).
 */
export function createRecorder({ to, oneIn }: TraceSettings): Recorder {
  const exporter = new OTLPTraceExporter({ url: `${to.replace(/\/+$/, '')}/v1/traces` })
  const resource = resourceFromAttributes({ 'service.name': 'fairtick' }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(1 / oneIn) })
  const provider = new TracerProvider({ resource, sampler, spanProcessors: [new BatchSpanProcessor({ exporter })] })
  trace.setGlobalTracerProvider(provider)
  // The way through asynchronous code, and the header `traceparent`.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('fairtick')
  const isOpen = () => trace.getActiveSpan() !== undefined
  const inSpan = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
    tracer.startActiveSpan(name, options, async (span) => {
      try {
        return await work()
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    })

  return {
    request(headers, attributes) {
      const parent = propagation.extract(ROOT_CONTEXT, headers)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent)
      const own = trace.setSpan(parent, span)
      return {
        enter: (next) => context.with(own, next),
        end(name, status) {
          span.updateName(name)
          span.setAttribute('http.response.status_code', status)
          if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    within: (name, attributes, work) => (isOpen() ? inSpan(name, { kind: SpanKind.CLIENT, attributes }, work) : work()),
    mark(name, attributes) {
      if (isOpen()) tracer.startSpan(name, { kind: SpanKind.PRODUCER, attributes }).end()
    },
    begin: (name, attributes, work) => inSpan(name, { root: true, attributes }, work),
    parent() {
      const flags = trace.getActiveSpan()?.spanContext().traceFlags ?? TraceFlags.NONE
      if ((flags & TraceFlags.SAMPLED) === 0) return undefined
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    below: (parent, work) => context.with(propagation.extract(ROOT_CONTEXT, { traceparent: parent }), work),
    ids(): Record<string, string> {
      const active = trace.getActiveSpan()?.spanContext()
      return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
    },
    async stop() {
      await provider.shutdown()
      for (const api of [context, propagation, trace]) api.disable()
    },
  }
}
