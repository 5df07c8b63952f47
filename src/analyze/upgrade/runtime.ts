/** Changes that the runtime layers of a bootstrap meet. */
import { isObject } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { look, type ReleaseChange } from './change.ts';

/** Deeper than any runtime key nests. */
const DEEPEST = 12;

/** Its release is that of the key. */
export const REMOVED_GUARD = 'removed-guard';

export const runtimeChanges: readonly ReleaseChange[] = [
  {
    id: REMOVED_GUARD,
    release: '1.15.0',
    who: 'a runtime layer that sets a key of WORD.reloadable_features or WORD.restart_features which a release has removed',
    what: 'the key does nothing and can be removed',
    looks: [
      look('RuntimeLayer', ({ static_layer: values }, { namespace, meets }) => {
        for (const key of guardsIn(values, namespace)) meets({ field: 'static_layer', about: key });
      }),
      look('bootstrap.Runtime', ({ base }, { namespace, meets }) => {
        for (const key of guardsIn(base, namespace)) meets({ field: 'base', about: key });
      }),
    ],
  },
];

/** The release that removed a runtime key of a file; undefined where it is none of those. */
export function releaseWithout(key: string, namespace: string): string | undefined {
  return removedGuards.get(withoutNamespace(key, namespace));
}

/** The removed keys that are set to a boolean or a number; values may stand under a whole key or in nested objects. */
function guardsIn(values: unknown, namespace: string, before = '', depth = 0): readonly string[] {
  if (!isObject(values) || depth > DEEPEST) return [];
  return Object.entries(values).flatMap(([name, value]) => {
    const key = `${before}${name}`;
    if (isObject(value)) return guardsIn(value, namespace, `${key}.`, depth + 1);
    const isSwitch = typeof value === 'boolean' || typeof value === 'number';
    return isSwitch && releaseWithout(key, namespace) !== undefined ? [key] : [];
  });
}

/**
 * Runtime keys that switched a change of the proxy off or on for a while, by the release that no longer knows them
 * (release notes, removed configuration). Without the namespace and, where nothing else stands, `reloadable_features.`.
 */
const REMOVED: { readonly [release: string]: string } = {
  '1.15.0': `
    new_http1_connection_pool_behavior new_http2_connection_pool_behavior
  `,
  '1.16.0': `
    connection_header_sanitization reject_unsupported_transfer_encodings
    strict_authority_validation strict_header_validation
  `,
  '1.17.0': `
    activate_fds_next_event_loop ext_authz_http_service_enable_case_sensitive_string_matcher
    http1_flood_protection new_codec_behavior
  `,
  '1.18.0': `
    consume_all_retry_headers disallow_unbounded_access_logs early_errors_via_hcm
    enable_dns_cache_circuit_breakers fix_upgrade_response fix_wildcard_matching
    fixed_connection_close http_default_alpn listener_in_place_filterchain_update
    preserve_query_string_in_path_redirects preserve_upstream_date stop_faking_paths
  `,
  '1.18.3': `
    tls_use_io_handle_bio
  `,
  '1.19.0': `
    activate_timers_next_event_loop allow_500_after_100 always_apply_route_header_rules
    deprecated_features.allow_deprecated_gzip_http_filter hcm_stream_error_on_invalid_message
    http_match_on_all_headers http_set_copy_replace_all_headers
    overload_manager_disable_keepalive_drain_http2 unify_grpc_handling
  `,
  '1.20.0': `
    allow_preconnect check_ocsp_policy disable_tls_inspector_injection
    http_upstream_wait_connect_response prefer_quic_kernel_bpf_packet_routing
    require_ocsp_response_for_must_staple_certs
  `,
  '1.21.0': `
    add_and_validate_scheme_header check_unsupported_typed_per_filter_config
    dont_add_content_length_for_bodiless_requests
    enable_compression_without_content_length_header
    grpc_json_transcoder_adhere_to_buffer_limits
    grpc_web_fix_non_proto_encoded_response_handling header_map_correctly_coalesce_cookies
    health_check.immediate_failure_exclude_from_cluster http2_skip_encoding_empty_trailers
    improved_stream_limit_handling remove_forked_chromium_url
    return_502_for_upstream_protocol_errors treat_host_like_authority
    treat_upstream_connect_timeout_as_connect_failure
    upstream_host_weight_change_causes_rebuild upstream_http2_flood_checks
  `,
  '1.22.0': `
    allow_response_for_timeout grpc_bridge_stats_disabled hash_multiple_header_values
    health_check.graceful_goaway_handling http2_consume_stream_refused_errors
    http_transport_failure_reason_in_body internal_redirects_with_body
    listener_reuse_port_default_enabled listener_wildcard_match_ip_family
    no_chunked_encoding_header_for_304 preserve_downstream_scheme remove_legacy_json
    require_strict_1xx_and_204_response_headers send_strict_1xx_and_204_response_headers
    strip_port_from_connect udp_per_event_loop_read_limit unquote_log_string_values
    use_observable_cluster_name vhds_heartbeats
  `,
  '1.23.0': `
    conn_pool_delete_when_idle correct_scheme_and_xfp fix_added_trailers
    http_ext_authz_do_not_skip_direct_response_and_redirect new_tcp_connection_pool
    restart_features.no_runtime_singleton skip_dispatching_frames_for_closed_connection
    udp_listener_updates_filter_chain_in_place use_dns_ttl
  `,
  '1.24.0': `
    correctly_validate_alpn enable_grpc_async_client_cache
    handle_stream_reset_during_hcm_encoding http2_allow_capacity_increase_by_settings
    internal_address proxy_120_103 sanitize_http_header_referer
    update_expected_rq_timeout_on_retry update_grpc_response_error_tag
  `,
  '1.25.0': `
    allow_adding_content_type_in_local_replies allow_upstream_inline_write append_or_truncate
    append_to_accept_content_encoding_only_once deprecate_global_ints
    do_not_await_headers_on_upstream_timeout_to_emit_stats http1_lazy_read_disable
    http_100_continue_case_insensitive override_request_timeout_by_gateway_timeout
    skip_delay_close strict_check_on_ipv4_compat
    support_locality_update_on_eds_cluster_endpoints top_level_ecds_stats
    use_new_codec_wrapper
  `,
  '1.26.0': `
    admin_stats_filter_use_re2 allow_concurrency_for_alpn_pool cares_accept_nodata
    combine_sds_requests conn_pool_new_stream_with_early_data_and_http3 dns_multiple_addresses
    get_route_config_factory_by_type http2_delay_keepalive_timeout http3_sends_early_data
    http_skip_adding_content_length_to_upgrade local_ratelimit_match_all_descriptors
    lua_respond_with_send_local_reply postpone_h3_client_connect_to_next_loop use_rfc_connect
  `,
  '1.27.0': `
    allow_upstream_filters closer_shadow_behavior correct_remote_address
    delta_xds_subscription_state_tracking_fix
    deprecated_features.grpc_stats_filter_enable_stats_for_all_methods_by_default fix_hash_key
    http_response_half_close http_strip_fragment_from_path_unsafe_if_disabled
    quic_defer_send_in_response_to_packet tls_async_cert_validation udp_proxy_connect
    unified_header_formatter
  `,
  '1.28.0': `
    append_query_parameters_path_rewriter enable_update_listener_socket_options
    finish_reading_on_decode_trailers http_ext_auth_failure_mode_allow_header_add
    http_filter_avoid_reentrant_local_reply reject_require_client_certificate_with_quic
    restart_features.explicit_wildcard_resource restart_features.remove_runtime_singleton
    restart_features.use_apple_api_for_dns_lookups successful_active_health_check_uneject_host
    tcp_pool_idle_timeout
  `,
  '1.29.0': `
    allow_compact_maglev expand_agnostic_stream_lifetime format_ports_as_numbers
    ignore_optional_option_from_hcm_for_route_config
    prohibit_route_refresh_after_response_headers_sent sanitize_original_path
    service_sanitize_non_utf8_strings validate_detailed_override_host_statuses
  `,
  '1.30.0': `
    allow_absolute_url_with_mixed_scheme append_xfh_idempotent
    count_unused_mapped_pages_as_free enable_aws_credentials_file
    http1_allow_codec_error_response_after_1xx_headers initialize_upstream_filters
    keep_endpoint_active_hc_status_on_locality_update overload_manager_error_unknown_action
  `,
  '1.31.0': `
    check_mep_on_first_eject convert_legacy_lb_config
    copy_response_code_to_downstream_stream_info detect_and_raise_rst_tcp_connection
    enable_connect_udp_support enable_intermediate_ca
    enable_zone_routing_different_zone_counts ext_authz_http_send_original_xff
    handle_uppercase_scheme hmac_base64_encoding_only http2_decode_metadata_with_quiche
    http_allow_partial_urls_in_referer locality_routing_use_new_routing_logic lowercase_scheme
    no_full_scan_certs_on_sni_mismatch oauth_make_token_cookie_httponly
    oauth_use_standard_max_age_value oauth_use_url_encoding
    proxy_status_upstream_request_timeout refresh_rtt_after_request
    restart_features.send_goaway_for_premature_rst_streams stop_decode_metadata_on_local_reply
    thrift_allow_negative_field_ids thrift_connection_draining token_passed_entirely
    use_cluster_cache_for_alt_protocols_filter
  `,
  '1.32.0': `
    abort_filter_chain_on_stream_reset avoid_zombie_streams dfp_mixed_scheme
    dns_cache_set_first_resolve_complete grpc_http1_reverse_bridge_change_http_status
    grpc_http1_reverse_bridge_handle_empty_response http1_connection_close_header_in_redirect
    http2_validate_authority_with_quiche immediate_response_use_filter_mutation_rule
    no_downgrade_to_canonical_name normalize_host_for_preresolve_dfp_dns
    quic_fix_filter_manager_uaf restart_features.udp_read_normalize_addresses
    send_header_raw_value ssl_transport_failure_reason_format
    stateful_session_encode_ttl_in_cookie upstream_allow_connect_with_2xx
    upstream_wait_for_response_headers_before_disabling_read use_http3_header_normalisation
  `,
  '1.33.0': `
    defer_processing_backedup_streams dns_reresolve_on_eai_again
    edf_lb_host_scheduler_init_fix edf_lb_locality_scheduler_init_fix
    exclude_host_in_eds_status_draining http_route_connect_proxy_by_default
    restart_features.allow_client_socket_creation_failure
    restart_features.quic_handle_certs_with_shared_tls_code restart_features.sanitize_te
    send_local_reply_when_no_buffer_and_upstream_request
    use_http_client_to_fetch_aws_credentials validate_grpc_header_before_log_grpc_status
  `,
  '1.34.0': `
    allow_slot_destroy_on_worker_threads consistent_header_validation dns_details
    dns_nodata_noname_is_success no_timer_based_rate_limit_token_bucket reject_invalid_yaml
    sanitize_http2_headers_without_nghttp2 strict_duration_validation
    upstream_remote_address_use_connection xdstp_path_avoid_colon_encoding
  `,
  '1.35.0': `
    boolean_to_string_fix ext_proc_timeout_error extend_h3_accept_untrusted
    filter_access_loggers_first http1_use_balsa_parser
    http2_no_protocol_error_upon_clean_close internal_authority_header_validator
    logging_with_fast_json_formatter lua_flow_control_while_http_call
    quic_connect_client_udp_sockets quic_support_certificate_compression
    sanitize_sni_in_access_log switch_protocol_websocket_handshake
    tcp_tunneling_send_downstream_fin_on_upstream_trailers
    use_route_host_mutation_for_auto_sni_san
  `,
  '1.36.0': `
    allow_alt_svc_for_ips avoid_dfp_cluster_removal_on_cds_update
    dfp_fail_on_empty_host_header enable_include_histograms enable_udp_proxy_outlier_detection
    explicit_internal_address_config filter_chain_aborted_can_not_continue
    gcp_authn_use_fixed_url getaddrinfo_num_retries http3_remove_empty_trailers
    jwt_authn_remove_jwt_from_query_params jwt_authn_validate_uri
    local_reply_traverses_filter_chain_after_1xx mmdb_files_reload_enabled
    normalize_rds_provider_config oauth2_use_refresh_token prefer_ipv6_dns_on_macos
    prefer_quic_client_udp_gro proxy_104 proxy_ssl_port
    proxy_status_mapping_more_core_response_flags report_stream_reset_error_code
    restart_features.fix_dispatcher_approximate_now shadow_policy_inherit_trace_sampling
    streaming_shadow udp_socket_apply_aggregated_read_limit use_config_in_happy_eyeballs
    use_filter_manager_state_for_downstream_end_stream
    use_typed_metadata_in_proxy_protocol_listener wait_for_first_byte_before_balsa_msg_done
    xds_prevent_resource_copy
  `,
  '1.37.0': `
    http1_balsa_allow_cr_or_lf_at_request_start http1_balsa_delay_reset
    http1_balsa_disallow_lone_cr_in_chunk_extension http2_propagate_reset_events
    http3_remove_empty_cookie jwt_fetcher_use_scheme_from_uri original_src_fix_port_exhaustion
    reject_early_connect_data report_load_with_rq_issued
    restart_features.skip_backing_cluster_check_for_sds router_filter_resetall_on_local_reply
    tcp_proxy_retry_on_different_event_loop
  `,
};

/** The release that no longer knows a guard, by the guard's name without the namespace. */
export const removedGuards: ReadonlyMap<string, string> = new Map(
  Object.entries(REMOVED).flatMap(([release, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, string] => [fullName(name), release]),
  ),
);

function fullName(name: string): string {
  return /^(?:restart|deprecated)_features\./.test(name) ? name : `reloadable_features.${name}`;
}
